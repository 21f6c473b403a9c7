import { copyThroughField } from './copy-text.ts'

/**
 * Copies what stands nowhere on the page and may have to be read first. Safari gives the clipboard only to the press itself, so it
 * is promised the text there. An empty text leaves in the clipboard what it has. Throws what reading it throws.
 */
export async function copyHidden(text: Promise<string>): Promise<boolean> {
  try {
    // In one expression: where there is no clipboard, nothing is promised that nobody would hear fail.
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text.then(toPlainBlob) })])
    return true
  } catch {
    const read = await text
    if (read === '') return true
    return copyThroughField(read)
  }
}

/** Throws for an empty one. */
function toPlainBlob(text: string): Blob {
  if (text === '') throw new Error('There is nothing to copy.')
  return new Blob([text], { type: 'text/plain' })
}
