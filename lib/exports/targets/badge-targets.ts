import { BY_NUMBER } from '#lib/exports/naming/naming.ts'
import { defineTarget } from './target.ts'

/** Aspect ratio three to four, as on a card. */
const CARD = { width: 480, height: 640, format: 'jpeg', max_bytes: 200_000 } as const

/** Systems that print badges or control doors: a list with the photo's file name beside the employee's name. */
export const BADGE_TARGETS = [
  // One column of the CSV is the path and name of the photo; the user binds each column (techdocs.genetec.com, Import
  // tool).
  defineTarget({
    id: 'genetec',
    name: { de: 'Genetec Security Center', en: 'Genetec Security Center' },
    search_words: {
      de: 'Zutritt, Zutrittskontrolle, Türen, Ausweise, Karten',
      en: 'access control, doors, badges, cards',
    },
    how: {
      de: 'Entpacken Sie das ZIP auf dem Rechner mit Security Center nach „C:\\Portraits“ und öffnen Sie cardholders.csv im Import-Werkzeug (UTF-8, Semikolon). Ordnen Sie die Spalte „Bild“ dem Bild des Karteninhabers zu.',
      en: 'Unpack the ZIP to “C:\\Portraits” on the computer with Security Center and open cardholders.csv in the “Import tool” (UTF-8, semicolon). Bind the column “Picture” to the cardholder picture.',
    },
    naming: BY_NUMBER,
    renditions: [{ rendering: CARD }],
    overrides: ['naming', 'variant'],
    manifests: [
      {
        kind: 'table',
        file: 'cardholders.csv',
        separator: ';',
        byte_order_mark: true,
        columns: [
          { header: { de: 'Vorname', en: 'First name' }, value: '{first_name}' },
          { header: { de: 'Nachname', en: 'Last name' }, value: '{last_name}' },
          { header: { de: 'Personalnummer', en: 'Employee number' }, value: '{mitarbeiternummer}' },
          { header: { de: 'E-Mail', en: 'E-mail' }, value: '{email}' },
          { header: { de: 'Bild', en: 'Picture' }, value: 'C:\\Portraits\\{file}' },
        ],
      },
    ],
  }),
  // BadgeMaker, CardCloud and similar: a list whose columns the user assigns, one of which names the photo
  // (badgemaker.info).
  defineTarget({
    id: 'badge-printer',
    name: { de: 'Ausweisdruck', en: 'Badge printer' },
    search_words: { de: 'Ausweise, Mitarbeiterausweis, Karten, Zutritt', en: 'badges, ID cards, access' },
    how: {
      de: 'Entpacken Sie das ZIP und verbinden Sie Ihr Druckprogramm mit badges.csv; als Fotoordner wählen Sie denselben Ordner. Die Spalte „Foto“ nennt zu jeder Person die Datei.',
      en: 'Unpack the ZIP and connect your card software to badges.csv; choose the same folder for the photos. The column “Photo” names the file of each person.',
    },
    naming: BY_NUMBER,
    renditions: [{ rendering: CARD }],
    overrides: ['naming', 'variant'],
    manifests: [
      {
        kind: 'table',
        file: 'badges.csv',
        separator: ';',
        byte_order_mark: true,
        columns: [
          { header: { de: 'Personalnummer', en: 'Employee number' }, value: '{mitarbeiternummer}' },
          { header: { de: 'Vorname', en: 'First name' }, value: '{first_name}' },
          { header: { de: 'Nachname', en: 'Last name' }, value: '{last_name}' },
          { header: { de: 'Foto', en: 'Photo' }, value: '{file}' },
        ],
      },
    ],
  }),
]
