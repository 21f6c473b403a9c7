import type { Messages } from 'use-intl'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'

/** The file name of a script with texts: place, language, and a hash of what is in it (`texts-file.ts`). */
export type TextsName = `${string}-${string}.${string}.js`

type Texts = Partial<Messages>

declare global {
  /** What the scripts with texts have brought. On the server, what pages have been drawn with: modules exist there twice. */
  var deskTexts: Map<TextsName, Texts> | undefined
}

const readings = new Map<TextsName, Promise<Texts>>()

export function keepTexts(name: TextsName, texts: Texts): void {
  globalThis.deskTexts ??= new Map()
  globalThis.deskTexts.set(name, texts)
}

/**
 * The texts of a place, for `use`. The page loads their script beside its own; whoever comes to a place by a link loads it
 * now. @throws (rejects) when the script cannot be had; the next reader asks again.
 */
export function readTexts(name: TextsName): Promise<Texts> {
  const known = globalThis.deskTexts?.get(name)
  const reading = readings.get(name)
  if (reading) return known ? fulfil(reading, known) : reading
  const started = known ? fulfil(Promise.resolve(known), known) : loadTexts(name)
  readings.set(name, started)
  return started
}

/** React waits for no promise that says so of itself: what is at hand is drawn at once (react.dev/reference/react/use). */
function fulfil(promise: Promise<Texts>, value: Texts): Promise<Texts> {
  return Object.assign(promise, { status: 'fulfilled', value })
}

async function loadTexts(name: TextsName): Promise<Texts> {
  try {
    await loadScript(toAddress(paths.api.texts(name)))
    const texts = globalThis.deskTexts?.get(name)
    if (!texts) throw new Error(`The script ${name} has brought no texts.`)
    return texts
  } catch (thrown) {
    readings.delete(name)
    throw thrown
  }
}

/** The script of the page itself while that still loads; else one of our own, which React then takes for its. */
function loadScript(address: string): Promise<unknown> {
  const own = [...document.scripts].find(script => script.getAttribute('src') === address)
  const script = own && document.readyState !== 'complete' ? own : document.createElement('script')
  const loading = new Promise((resolve, reject) => {
    script.addEventListener('load', resolve, { once: true })
    script.addEventListener('error', () => reject(new Error(`The script ${address} could not be loaded.`)), {
      once: true,
    })
  })
  if (!script.isConnected) {
    script.async = true
    script.src = address
    document.head.append(script)
  }
  return loading
}
