import { BY_NUMBER } from '#lib/exports/naming/naming.ts'
import { defineTarget } from './target.ts'

/** Learning platforms and schools. */
export const LEARNING_TARGETS = [
  // Matches username, idnumber or id, in any letter case (docs.moodle.org, Upload user pictures).
  defineTarget({
    id: 'moodle',
    name: { de: 'Moodle', en: 'Moodle' },
    search_words: { de: 'Lernplattform, Schulung', en: 'learning platform, training' },
    how: {
      de: 'Laden Sie das ZIP unter „Website-Administration > Nutzer/innen > Nutzerbilder hochladen“ hoch. Wählen Sie als Zuordnung die „ID-Nummer“; sie muss die Personalnummer sein.',
      en: 'Upload the ZIP under “Site administration > Users > Upload user pictures”. Choose the “ID number” for matching; it must be the employee number.',
    },
    naming: BY_NUMBER,
    renditions: [{ rendering: { width: 512, height: 512, format: 'jpeg' } }],
    overrides: ['naming', 'variant'],
  }),
  // A flat ZIP with a tab-separated map of number and file, 200 x 300 (ps.powerschool-docs.com, Photo Management).
  defineTarget({
    id: 'powerschool',
    name: { de: 'PowerSchool', en: 'PowerSchool' },
    how: {
      de: 'Laden Sie das ZIP in der Fotoverwaltung von PowerSchool als Sammelimport für Mitarbeitende hoch. Die Zuordnung steht in photo-map.txt, durch Tabulatoren getrennt: Nummer und Datei, führende Nullen zählen.',
      en: 'Upload the ZIP in PowerSchool’s photo management as a bulk import for “Staff”. The map is photo-map.txt, separated by tabs: number and file, and leading zeros count.',
    },
    naming: BY_NUMBER,
    renditions: [{ rendering: { width: 200, height: 300, format: 'jpeg' } }],
    overrides: ['naming', 'variant'],
    manifests: [
      {
        kind: 'table',
        file: 'photo-map.txt',
        separator: '\t',
        header: false,
        quotes: false,
        formulas: 'raw',
        columns: [
          { header: 'Number', value: '{key}' },
          { header: 'File', value: '{file}' },
        ],
      },
    ],
  }),
]
