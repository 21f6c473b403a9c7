/** Browsers read the bytes when the link is pressed, some of them a moment later. */
const KEPT_MS = 60_000

/** Hands a file to the browser's downloads, under its name. */
export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
