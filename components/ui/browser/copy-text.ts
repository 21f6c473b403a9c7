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

/** Copies what stands nowhere on the page. */
export async function copyThroughField(text: string): Promise<boolean> {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  document.body.append(field)
  const copied = await copyText(field)
  field.remove()
  return copied
}
