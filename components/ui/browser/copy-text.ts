/**
 * Copies what stands in a field. Browsers give the clipboard to encrypted pages only; elsewhere the field is selected
 * and copied as a person would. False when neither works: then the text is selected, for the person to copy.
 */
export async function copyText(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    field.select()
    return document.execCommand('copy')
  }
}

/**
 * Copies what stands nowhere on the page and may have to be read first. Safari gives the clipboard only to the press itself, so it
 * is promised the text there. An empty text leaves in the clipboard what it has. Throws what reading it throws.
 */
export async function copyHidden(text: Promise<string>): Promise<boolean> {
  try {
    const promised = text.then(toPlainBlob)
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': promised })])
    return true
  } catch {
    const read = await text
    return read === '' || copyThroughField(read)
  }
}

/** Throws for an empty one. */
function toPlainBlob(text: string): Blob {
  if (text === '') throw new Error('There is nothing to copy.')
  return new Blob([text], { type: 'text/plain' })
}

async function copyThroughField(text: string): Promise<boolean> {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  document.body.append(field)
  const copied = await copyText(field)
  field.remove()
  return copied
}
