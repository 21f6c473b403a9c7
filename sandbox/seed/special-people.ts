import type { Look } from '../people/to-look.ts'

export type Person = { first_name: string; last_name: string; mailbox: string; look: Look }

/** Names that break careless code: other scripts, long ones, short ones, marks in odd places. */
export const SPECIAL_PEOPLE: readonly Person[] = [
  person('Дмитро', 'Шевченко', 'd.shevchenko', 'masculine'),
  person('Ольга', 'Кузнецова', 'o.kuznetsova', 'feminine'),
  person('Ελένη', 'Παπαδοπούλου', 'e.papadopoulou', 'feminine'),
  person('Γιώργος', 'Νικολαΐδης', 'g.nikolaidis', 'masculine'),
  person('李', '小龍', 'li.xiaolong', 'masculine'),
  person('さくら', '田中', 'sakura.tanaka', 'feminine'),
  person('지우', '김', 'jiwoo.kim', 'feminine'),
  person('محمد', 'الأحمد', 'm.alahmad', 'masculine'),
  person('ליאת', 'כהן', 'liat.cohen', 'feminine'),
  person('สมชาย', 'ใจดี', 's.jaidee', 'masculine'),
  person("Maeve O'Neill", "O'Súilleabháin", 'maeve.osuilleabhain', 'feminine'),
  person('Jean-Baptiste', "L'Hôpital d'Aubigné", 'jb.lhopital', 'masculine'),
  person('Karl Theodor Maria', 'Freiherr von und zu Weiß-Sonnenberg', 'kt.weiss-sonnenberg', 'masculine'),
  person('Ä', 'Ö', 'ae.oe', 'feminine'),
  // The same name twice, with a combining mark and with one letter: they look alike and are not equal.
  person('Zoe\u0308', 'Bu\u0308hler', 'zoe.buehler.1', 'feminine'),
  person('Zoë', 'Bühler', 'zoe.buehler.2', 'feminine'),
  person('Ana <b>María</b>', 'Ñuñez & Söhne', 'ana.nunez', 'feminine'),
  person('=HYPERLINK("x")', 'Fischer+', 'formula.fischer', 'masculine'),
  person('Robin "Rob"', "Müller; 'Mü'", 'rob.mueller', 'masculine'),
  person('Lena 🌻', 'Sommer', 'lena.sommer.blume', 'feminine'),
  person(`Anna${'-Maria'.repeat(16)}`, `Übel${'-Größe'.repeat(16)}`, 'anna.lang', 'feminine'),
]

/** Legal numbers that careless code spoils, especially as file names. */
export const SPECIAL_NUMBERS: readonly string[] = [
  '00042',
  '42',
  '007/13',
  'K\\17',
  'A 12 B',
  '4711.0815',
  '..',
  '.verborgen',
  'Punkt.',
  'CON',
  'nul.txt',
  'LPT1',
  'ab-17',
  'AB-17',
  'Größe-5',
  'Gro\u0308ße-5',
  '12:30*?',
  '"Zitat"',
  "O'1",
  '=1+1',
  '1e5',
  '٠١٢٣',
  'MA--001',
  `L${'9'.repeat(99)}`,
]

function person(first_name: string, last_name: string, mailbox: string, look: Look): Person {
  return { first_name, last_name, mailbox, look }
}
