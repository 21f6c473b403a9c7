import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { createRandom } from '#sandbox/people/random.ts'
import { createPeople } from '#sandbox/seed/create-people.ts'
import { EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
import { percentile } from './measures.ts'

const BATCH = 200
const SCROLLS = 120
const FRAME_MS = 1000 / 60
const VITALS = join(import.meta.dirname, '../../node_modules/web-vitals/dist/web-vitals.attribution.iife.js')

/** The interval of a fast typist. */
export const KEY_MS = 70
/** The search terms, typed letter by letter. */
export const WORDS = ['schneider', 'müller', 'weber', 'example', 'fischer']

/**
 * The slowest interaction and its parts in ms: the delay before its handlers, the handlers, and the time until the
 * paint.
 */
type Slowest = {
  value: number
  entries: { name: string; key?: string }[]
  attribution: { inputDelay: number; processingDuration: number; presentationDelay: number }
}

declare const webVitals: {
  onINP(
    tell: (metric: Slowest) => void,
    options: { reportAllChanges: boolean; durationThreshold: number },
  ): void
}

/** Call it before a page of the context is opened. */
export async function addVitals(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: `${readFileSync(VITALS, 'utf8')};window.webVitals = webVitals` })
}

/** Records the slowest interaction from now on (INP, by web-vitals). */
export async function listenForInp(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tell = ({ value, entries, attribution }: Slowest) => {
      const { inputDelay, processingDuration, presentationDelay } = attribution
      const times = [inputDelay, processingDuration, presentationDelay].map(Math.round).join(' + ')
      Object.assign(window, { inp: { value, words: `${entries[0]?.name ?? ''}: ${times} ms` } })
    }
    webVitals.onINP(tell, { reportAllChanges: true, durationThreshold: 16 })
  })
}

export function readInp(page: Page): Promise<{ value: number; words: string }> {
  return page.evaluate(
    () =>
      new Promise<{ value: number; words: string }>(resolve =>
        requestIdleCallback(() =>
          setTimeout(() => resolve(Reflect.get(window, 'inp') ?? { value: 0, words: 'none over 16 ms' })),
        ),
      ),
  )
}

/**
 * Frame lengths while the wheel scrolls `box` to its end, or this many pixels far. A late frame missed a refresh of the
 * screen.
 */
export async function measureScrolling(
  page: Page,
  open: () => Promise<void>,
  { box = ':root', until = Number.POSITIVE_INFINITY }: { box?: string; until?: number } = {},
) {
  await open()
  await page.mouse.move(700, 600)
  const counting = page.evaluate(
    ({ box, until }) =>
      new Promise<number[]>(resolve => {
        const scrolled = document.querySelector(box) ?? document.documentElement
        const frames: number[] = []
        let last = performance.now()
        const count = (now: number) => {
          frames.push(now - last)
          last = now
          const end = Math.min(until, scrolled.scrollHeight - scrolled.clientHeight)
          if (scrolled.scrollTop >= end - 2) resolve(frames.slice(1))
          else requestAnimationFrame(count)
        }
        requestAnimationFrame(count)
      }),
    { box, until },
  )
  for (let turn = 0; turn < SCROLLS; turn++) await page.mouse.wheel(0, 100)
  const frames = await counting
  const late = frames.filter(ms => ms > 1.5 * FRAME_MS).length
  const p95 = percentile(frames, 0.95).toFixed(1)
  return {
    perSecond: frames.length / (frames.reduce((sum, ms) => sum + ms, 0) / 1000),
    words: `${late} of ${frames.length} came late; 95th percentile ${p95} ms, longest ${Math.max(...frames).toFixed(1)} ms`,
  }
}

/** Creates the people through the service's own transport, like an import. */
export async function fillProject(sandbox: string, count: number): Promise<void> {
  const made = await fetch(`${sandbox}/portal/keys`, { method: 'POST' })
  const { data } = (await made.json()) as { data: { key: string } }
  const people = createPeople(createRandom(5000), count, false).map(({ first_name, last_name, mailbox }) => ({
    first_name,
    last_name,
    email: `${mailbox}@example.com`,
  }))
  for (let from = 0; from < count; from += BATCH) {
    const answer = await fetch(`${sandbox}/api/v1/projects/${EMPTY_PROJECT.id}/employees`, {
      method: 'POST',
      headers: { authorization: `Bearer ${data.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ employees: people.slice(from, from + BATCH) }),
    })
    if (!answer.ok) throw new Error(`The sandbox refused people: ${await answer.text()}`)
  }
}
