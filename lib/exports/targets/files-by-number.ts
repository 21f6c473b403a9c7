import { BY_NUMBER } from '#lib/exports/naming/naming.ts'
import { defineTarget } from './define-target.ts'

export const FILES_BY_NUMBER = defineTarget({
  id: 'number',
  name: { de: 'Personalnummer', en: 'Employee number' },
  how: {
    de: 'Entpacken Sie das ZIP in einen Ordner: Jede Datei heißt wie die Personalnummer. Die meisten Personalsysteme ordnen solche Dateien von selbst zu.',
    en: 'Unpack the ZIP into a folder: each file is named after the employee number. Most HR systems match such files by themselves.',
  },
  naming: BY_NUMBER,
  flat: false,
  overrides: ['naming', 'variant', 'size'],
})
