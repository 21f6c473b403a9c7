const LETTERS = new URL(
  '../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
  import.meta.url,
)
const RANGE =
  'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF'

/**
 * For names with letters beyond German and English. Fetched by browsers that meet one, and not before the page is whole:
 * 85 kB of letters would come before the scripts. `--font-sans` knows the family by its name.
 */
export function loadLateLetters(): void {
  const add = () =>
    document.fonts.add(
      new FontFace('Inter Late', `url(${LETTERS.href})`, { weight: '100 900', unicodeRange: RANGE }),
    )
  if (document.readyState === 'complete') add()
  else addEventListener('load', add, { once: true })
}
