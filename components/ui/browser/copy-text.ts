/**
 * Copies the text of a field. Browsers allow the clipboard only on encrypted pages; elsewhere the field is selected
 * and copied with the browser's copy command. Returns false when neither works: the text stays selected, so that the
 * user can copy it.
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

/** Copies a text that is not on the page. */
export async function copyThroughField(text: string): Promise<boolean> {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  document.body.append(field)
  const copied = await copyText(field)
  field.remove()
  return copied
}
