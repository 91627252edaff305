/** Runs after the dialog has closed and returned the focus, to move the focus elsewhere. */
export function whenDialogIsGone(work: () => void): void {
  requestAnimationFrame(() => {
    if (document.querySelector('[role="dialog"]')) whenDialogIsGone(work)
    else setTimeout(work)
  })
}
