import { loadUnsaved } from '#components/employees/edit/unsaved.ts'

/** The sheet's code comes when a person first points at somebody, and with it what was typed before a reload. */
export async function loadPersonSheet() {
  const [sheet] = await Promise.all([import('./person-sheet.tsx'), loadUnsaved()])
  return sheet
}
