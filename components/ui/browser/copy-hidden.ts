import { copyThroughField } from './copy-text.ts'

/**
 * Copies a text that is not on the page and may have to be read first. Safari allows the clipboard only within the
 * press itself, so it gets a promise of the text. An empty text leaves the clipboard unchanged. Throws the errors of
 * reading the text.
 */
export async function copyHidden(text: Promise<string>): Promise<boolean> {
  try {
    // One expression: without a clipboard, no promise is created whose rejection would be unhandled.
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text.then(toPlainBlob) })])
    return true
  } catch {
    const read = await text
    if (read === '') return true
    return copyThroughField(read)
  }
}

/** Throws if the text is empty. */
function toPlainBlob(text: string): Blob {
  if (text === '') throw new Error('There is nothing to copy.')
  return new Blob([text], { type: 'text/plain' })
}
