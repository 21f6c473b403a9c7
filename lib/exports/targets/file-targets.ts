import { BY_NUMBER } from '#lib/exports/naming/naming.ts'
import { defineTarget } from './target.ts'

export const FILES_BY_NUMBER = defineTarget({
  id: 'number',
  kind: 'files',
  name: { de: 'Dateien nach Personalnummer', en: 'Files by employee number' },
  search_words: {
    de: 'Zeiterfassung, Kantine, anderes System',
    en: 'time recording, canteen, another system',
  },
  how: {
    de: 'Jede Datei heißt wie die Personalnummer, so wie die meisten Personalsysteme sie zuordnen. Entpacken Sie das ZIP in einen Ordner, oder laden Sie es als Ganzes in Ihr System.',
    en: 'Each file is named after the employee number, by which most HR systems match photos. Unpack the ZIP into a folder, or load it as a whole into your system.',
  },
  naming: BY_NUMBER,
  flat: false,
  overrides: ['naming', 'variant', 'size'],
})

/** ZIPs of files, named by employee number or by name unless the user changes that, for a folder or another system. */
export const FILE_TARGETS = [
  FILES_BY_NUMBER,
  defineTarget({
    id: 'name',
    kind: 'files',
    name: { de: 'Dateien nach Name', en: 'Files by name' },
    how: {
      de: 'Jede Datei heißt „Nachname_Vorname“. Entpacken Sie das ZIP in einen Ordner; bei gleichen Namen nennt der Bericht beide Personen.',
      en: 'Each file is named “LastName_FirstName”. Unpack the ZIP into a folder; where two names are the same, the report lists both people.',
    },
    naming: { ...BY_NUMBER, template: '{last_name}_{first_name}' },
    flat: false,
    overrides: ['naming', 'variant', 'size'],
  }),
]
