import { api, type Endpoint } from '@forum/shared/contract'
import { REQUEST_TIMEOUT_MS } from '@forum/shared/limits'
import { type Answer, clientError, refusal } from './api'
import { endSession, readLanguage, readToken } from './session'

/**
 * Sends a file and reports how much of it has gone, from 0 to 1. Rejects with an `ApiError`; without any progress for
 * 10 s it is `TIMEOUT`. An abort rejects with the signal's reason.
 */
export function upload<N extends keyof typeof api>(
  name: N,
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Answer<N>> {
  const endpoint: Endpoint = api[name]
  const token = readToken()
  const form = new FormData()
  form.set(endpoint.upload?.field ?? 'file', file, file.name)
  // fetch reports no progress of what it sends.
  const request = new XMLHttpRequest()
  return new Promise<Answer<N>>((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const fail = (reason: unknown) => {
      request.abort()
      reject(reason instanceof Error ? reason : new DOMException('aborted', 'AbortError'))
    }
    const waitFurther = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        fail(clientError('TIMEOUT'))
      }, REQUEST_TIMEOUT_MS)
    }
    const giveUp = () => {
      fail(signal.reason)
    }
    request.open(endpoint.methods[0], `/api${endpoint.path}`)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Accept-Language', readLanguage())
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      waitFurther()
      if (total > 0) onProgress(Math.min(1, loaded / total))
    })
    request.addEventListener('progress', waitFurther)
    request.addEventListener('load', () => {
      const { status } = request
      const answer = readJson(request.responseText)
      if (status >= 200 && status < 300 && answer !== undefined) {
        resolve(answer as Answer<N>)
        return
      }
      const error = refusal(
        { status, headers: { get: (header) => request.getResponseHeader(header) } },
        answer,
      )
      if (error.status === 401) endSession(token)
      reject(error)
    })
    request.addEventListener('error', () => {
      reject(clientError('NETWORK'))
    })
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    })
    if (signal.aborted) {
      giveUp()
      return
    }
    signal.addEventListener('abort', giveUp)
    waitFurther()
    request.send(form)
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
