/** Hands a file to the browser as a download. */
export function saveFile(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download begins after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
