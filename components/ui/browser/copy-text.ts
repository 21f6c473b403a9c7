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
