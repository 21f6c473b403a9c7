/**
 * Starts the browser's own download of an address, under this name or the one in the answer: it streams to disk,
 * shows its own progress, and never replaces the page.
 */
export function pressDownload(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}
