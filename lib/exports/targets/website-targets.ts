import { BY_NUMBER } from '#lib/exports/naming/naming.ts'
import type { TargetInput } from './target.ts'
import { defineTarget } from './target.ts'

type Format = 'webp' | 'jpeg'

/** Small and large, each as light as a page wants it. */
const WIDTHS = [
  { width: 480, height: 640, max_bytes: 60_000 },
  { width: 960, height: 1280, max_bytes: 200_000 },
]

/** Team pages: names that an address can hold, two widths for `srcset`. */
export const WEBSITE_TARGETS = [websiteTarget('webp', 'WebP'), websiteTarget('jpeg', 'JPEG')]

function websiteTarget(format: Format, label: string) {
  const renditions: TargetInput['renditions'] = WIDTHS.map(({ width, ...rest }) => ({
    suffix: `-${width}`,
    rendering: { width, ...rest, format },
  }))
  return defineTarget({
    id: `website-${format}`,
    name: { de: `Website (${label})`, en: `Website (${label})` },
    how: {
      de: 'Entpacken Sie das ZIP in den Bilderordner Ihrer Website. Jede Person hat zwei Dateien, 480 und 960 Pixel breit, für das Attribut srcset.',
      en: 'Unpack the ZIP into the picture folder of your website. Each person has two files, 480 and 960 pixels wide, for the attribute srcset.',
    },
    naming: {
      ...BY_NUMBER,
      template: '{first_name}-{last_name}',
      transliterate: true,
      letter_case: 'lower',
    },
    characters: 'plain',
    flat: false,
    renditions,
    overrides: ['naming', 'variant'],
  })
}
