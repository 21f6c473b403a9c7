import { BY_NUMBER } from '#lib/exports/naming/naming.ts'
import type { TargetInput } from './target.ts'
import { defineTarget } from './target.ts'

type Format = 'webp' | 'jpeg'

/** Small and large, each within the file size for a web page. */
const WIDTHS = [
  { width: 480, height: 640, max_bytes: 60_000 },
  { width: 960, height: 1280, max_bytes: 200_000 },
]

/** Pages that others than HR see: file names that are valid in a URL, and no report among the photos. */
export const WEBSITE_TARGETS = [
  websiteTarget('webp', 'WebP'),
  websiteTarget('jpeg', 'JPEG'),
  // Profile photos of SharePoint Online come from Microsoft 365; this target is for pages and picture libraries. Names
  // omit the characters that SharePoint refuses (support.microsoft.com, "Restrictions and limitations in OneDrive and
  // SharePoint").
  defineTarget({
    id: 'sharepoint',
    name: { de: 'SharePoint, Intranetseite', en: 'SharePoint, intranet page' },
    search_words: {
      de: 'Confluence, Organigramm, Mitarbeiterverzeichnis',
      en: 'Confluence, organisation chart, staff directory',
    },
    how: {
      de: 'Laden Sie die entpackten Fotos in eine Bildbibliothek der Seite, die sie zeigen soll; im ZIP sind nur Fotos. Die Profilfotos der Personen kommen aus Microsoft 365; wählen Sie für diese „Microsoft 365 (Teams, Outlook, Entra)“.',
      en: 'Upload the unpacked photos to a picture library of the page that is to show them; the ZIP holds photos and nothing else. People’s profile photos come from Microsoft 365; choose “Microsoft 365 (Teams, Outlook, Entra)” for those.',
    },
    naming: { ...BY_NUMBER, template: '{last_name}_{first_name}' },
    characters: 'plain',
    published: true,
    renditions: [{ rendering: { width: 600, height: 800, format: 'jpeg', max_bytes: 200_000 } }],
    overrides: ['naming', 'variant'],
  }),
]

function websiteTarget(format: Format, label: string) {
  const renditions: TargetInput['renditions'] = WIDTHS.map(({ width, ...rest }) => ({
    suffix: `-${width}`,
    rendering: { width, ...rest, format },
  }))
  return defineTarget({
    id: `website-${format}`,
    name: { de: `Website (${label})`, en: `Website (${label})` },
    how: {
      de: 'Entpacken Sie das ZIP in den Bilderordner Ihrer Website; darin sind nur Fotos. Jede Person hat zwei Dateien, 480 und 960 Pixel breit, für kleine und große Bildschirme.',
      en: 'Unpack the ZIP into the picture folder of your website; it holds photos and nothing else. Each person has two files, 480 and 960 pixels wide, for small and large screens.',
    },
    naming: {
      ...BY_NUMBER,
      template: '{first_name}-{last_name}',
      transliterate: true,
      letter_case: 'lower',
    },
    characters: 'plain',
    published: true,
    flat: false,
    renditions,
    overrides: ['naming', 'variant'],
  })
}
