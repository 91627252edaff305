/** Sends a file as a form and reports its progress, which fetch cannot. Otherwise behaves as fetch does. */
export function sendFile(
  url: string,
  {
    method,
    headers,
    field,
    file,
    onProgress,
    onSent,
    signal,
  }: {
    method: string
    headers: Record<string, string>
    field: string
    file: Blob
    /** Called with the uploaded share, from 0 to 1, and while the response arrives. */
    onProgress: (share: number) => void
    /** Called when all of the file has been sent. */
    onSent: () => void
    signal: AbortSignal
  },
): Promise<Response> {
  const form = new FormData()
  form.set(field, file, file instanceof File ? file.name : 'file')
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    const abort = () => {
      request.abort()
      reject(new DOMException('aborted', 'AbortError'))
    }
    if (signal.aborted) {
      abort()
      return
    }
    signal.addEventListener('abort', abort)
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    let sent = 0
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      sent = total > 0 ? Math.min(1, loaded / total) : sent
      onProgress(sent)
    })
    request.upload.addEventListener('load', onSent)
    request.addEventListener('progress', () => {
      onProgress(sent)
    })
    request.addEventListener('load', () => {
      resolve(responseOf(request))
    })
    request.addEventListener('error', () => {
      reject(new TypeError('the file could not be sent'))
    })
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', abort)
    })
    request.send(form)
  })
}

/** Returns the response as fetch would. */
function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const name of ['Content-Type', 'Retry-After']) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  const { status } = request
  return new Response(status === 204 ? null : request.responseText, { status, headers })
}
