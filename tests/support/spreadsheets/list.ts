/**
 * The list in every file of the corpus: a title, an empty line, headers in line 3, then people with values that break
 * other importers. It has only letters of windows-1252, so that every encoding can write it.
 */
export const TITLE = 'Personalliste Stand 1. September'
export const HEADERS = ['Pers.-Nr.', 'Name', 'Vorname', 'Mail dienstlich', 'Sprache', 'Bemerkung']
export const PEOPLE = [
  ['00042', 'Müller', 'Änne', 'aenne.mueller@example.com', 'Deutsch', 'sagt "Anni"'],
  ['00007', 'Straße', 'Björn', 'bjoern.strasse@example.com', 'de', 'Zimmer 3, Haus 2; links | hinten'],
  ['10000', 'O’Neil', 'Siobhán', 'siobhan@example.com', 'English', 'zwei\nZeilen'],
  ['123456789012345678', 'von der Heide', 'Žofie', 'zofie@example.com', 'en', '1-2'],
  ['00100', 'Luk', 'Anna "Anni"', 'luk@example.com', '', '01.02.2026\tTab'],
  ['1.000', '"Quoted"', ' Leer ', 'leer@example.com', 'D', '50 € = 100 %'],
]
/** The line number in a program: the title is line 1, line 2 is empty. */
export const HEADER_ROW = 3
export const EMPTY_LINES_BELOW = 5
