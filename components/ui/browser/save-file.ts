import { toSafeFileName } from '#lib/text/safe-name.ts'
import { pressDownload } from './press-download.ts'

/** Browsers read the bytes when the link is pressed, some of them a moment later. */
const KEPT_MS = 60_000

/** Passes a file to the browser's downloads, under its name, made safe. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes)
  pressDownload(address, toSafeFileName(name))
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
