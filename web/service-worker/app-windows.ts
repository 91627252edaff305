/**
 * Time within which a window has to reply. After a click, Firefox lets a service worker open a window for one second
 * only.
 */
const REPLY_WITHIN_MS = 500

/** What a window is asked; the page replies on the port (`web/src/notices/push/start-push.ts`). */
export const RUNS_APP = 'runs app?'

/**
 * Returns those of the windows that run the app, in their order. Others cannot follow a link or show a toast: feeds, the
 * offline notice, documents of the server, the API's documentation.
 */
export async function appsAmong<W extends Pick<Client, 'postMessage'>>(windows: readonly W[]): Promise<W[]> {
  const replied = await Promise.all(windows.map(runsApp))
  return windows.filter((_, i) => replied[i])
}

function runsApp(client: Pick<Client, 'postMessage'>): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const finish = (isApp: boolean) => {
      clearTimeout(late)
      port1.close()
      resolve(isApp)
    }
    const late = setTimeout(finish, REPLY_WITHIN_MS, false)
    port1.onmessage = () => {
      finish(true)
    }
    client.postMessage({ ask: RUNS_APP }, [port2])
  })
}
