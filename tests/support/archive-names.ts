/**
 * Names of real companies, all allowed by our rules: umlauts, ß, Cyrillic, CJK, emoji, Arabic digits, 255 bytes,
 * reserved by Windows, pairs that differ in letter case alone, and in a folder.
 */
export const ARCHIVE_NAMES = [
  '000123.jpg',
  'Größe-5.jpg',
  'STRASSE_ß_ẞ.jpg',
  'Müller, Jörg (Zürich).jpg',
  'Мария Иванова.jpg',
  '李小龍.png',
  '🌻 Sommer.png',
  '👩‍👩‍👧.png',
  '٠١٢٣.jpg',
  `${'ä'.repeat(125)}x.jpg`,
  `${'a'.repeat(251)}.jpg`,
  'CON_.jpg',
  'nul_.jpg',
  'Meier.jpg',
  'meier (2).jpg',
  'A/Ärmel.jpg',
  'report.html',
]
