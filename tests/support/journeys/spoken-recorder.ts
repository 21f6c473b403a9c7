import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { z } from 'zod'
import { expect, twoFrames } from './desk-test.ts'

const FOLDER = join(import.meta.dirname, 'spoken')

declare global {
  interface Window {
    /** The texts of live regions since the last read. */
    heard?: string[]
  }
}

export type Recorder = {
  /** Runs an action, and records the announcements during it and the focus after it. */
  step: (what: string, act: () => Promise<unknown>) => Promise<void>
  /**
   * Compares the whole record with `tests/support/journeys/spoken/<name>.txt`; `SPOKEN=write` writes that file instead.
   */
  expectTranscript: (name: string) => void
}

/**
 * Records the output of a screen reader: texts in live regions, and name, role, states and description of the focus,
 * from Chromium's accessibility tree.
 * A region that appears together with its text is recorded as mute, because screen readers skip it; so is a region that
 * is hidden from them.
 */
export async function recordSpeech(page: Page): Promise<Recorder> {
  await page.addInitScript(listen)
  const tree = await page.context().newCDPSession(page)
  const lines: string[] = []
  let focused = ''
  let dialog = ''

  return {
    async step(what, act) {
      await page.evaluate(() => {
        window.heard = []
      })
      await act()
      // Announcements that follow from a rendering are made after it was painted.
      await twoFrames(page)
      await expect(page.locator('[data-testid=announcer][data-waiting]')).toHaveCount(0)
      // The latest rendering is in the tree two frames later.
      await twoFrames(page)
      const heard = await page.evaluate(() => window.heard ?? [])
      const focus = await readFocus(page, tree)
      lines.push(`# ${what}`, ...heard.map(words => `  » ${words}`))
      const opened = await readDialog(page)
      if (opened !== dialog && opened !== '') lines.push(`  ${opened}`)
      dialog = opened
      if (focus !== focused) lines.push(`  ${focus}`)
      lines.push('')
      focused = focus
    },
    expectTranscript(name) {
      const path = join(FOLDER, `${name}.txt`)
      const transcript = lines.join('\n')
      if (process.env.SPOKEN === 'write') writeFileSync(path, transcript)
      expect(transcript).toBe(existsSync(path) ? readFileSync(path, 'utf8') : '')
    },
  }
}

/** Runs in the page, before any script of it. */
function listen(): void {
  const LIVE = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log], output'
  const known = new WeakSet<Element>()
  window.heard = []

  const isHidden = (region: Element) =>
    region.closest('[aria-hidden=true], [inert]') !== null || !region.checkVisibility()
  const note = (region: Element, words: string, mute: boolean) => {
    const text = words.replaceAll(/\s+/g, ' ').trim()
    if (text === '') return
    const isUrgent = region.matches('[aria-live=assertive], [role=alert]')
    const how = mute || isHidden(region) ? '(mute) ' : isUrgent ? '(urgent) ' : ''
    window.heard?.push(how + text)
  }

  const observer = new MutationObserver(records => {
    const said = new Map<Element, Set<Node>>()
    for (const { target, addedNodes, type } of records) {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest(LIVE)
      if (region && known.has(region)) {
        const changed = said.get(region) ?? new Set<Node>()
        for (const node of type === 'childList' ? addedNodes : [target]) changed.add(node)
        said.set(region, changed)
      }
    }
    for (const [region, changed] of said) {
      const isWhole = region.matches('[aria-atomic=true], [role=status], [role=alert], output')
      const texts = isWhole ? [region.textContent] : [...changed].map(node => node.textContent)
      if (changed.size > 0) note(region, texts.join(' '), false)
    }
    for (const region of document.querySelectorAll(LIVE)) {
      if (known.has(region)) continue
      known.add(region)
      if (document.readyState === 'complete') note(region, region.textContent, true)
    }
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

const valueSchema = z.object({ value: z.unknown().optional() })
const nodeSchema = z.object({
  role: valueSchema.optional(),
  name: valueSchema.optional(),
  description: valueSchema.optional(),
  value: valueSchema.optional(),
  properties: z.array(z.object({ name: z.string(), value: valueSchema })).default([]),
})
const nodesSchema = z.object({ nodes: z.array(nodeSchema) })

/** States as they are announced; false states are silent. */
const STATES = ['pressed', 'checked', 'selected', 'expanded', 'invalid', 'required', 'readonly', 'disabled']

/** A dialog announces its title and description when it gets the focus. */
function readDialog(page: Page): Promise<string> {
  return page.evaluate(() => {
    const dialog = document.activeElement?.closest('[role=dialog], [role=alertdialog]')
    const text = (attribute: string) => {
      const id = dialog?.getAttribute(attribute)?.split(' ')[0] ?? ''
      return document.getElementById(id)?.innerText.replaceAll(/\s+/g, ' ').trim() ?? ''
    }
    return dialog ? `${dialog.role} “${text('aria-labelledby')}” – ${text('aria-describedby')}` : ''
  })
}

/** "[dialog “Add a person”] [row “Müller”, column “E-mail”] textbox “E-mail” = “a@b” (invalid): what is wrong". */
async function readFocus(page: Page, tree: CDPSession): Promise<string> {
  const around = await page.evaluate(() => {
    const focused = document.activeElement
    const text = (element: Element | null | undefined) =>
      element?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
    const dialog = focused?.closest('[role=dialog], [role=alertdialog]')
    const title = document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')
    const row = focused?.closest('[role=grid] tr')
    const cell = focused?.closest('td, th')
    const cells = [...(row?.children ?? [])]
    const heads = focused?.closest('table')?.tHead?.rows[0]?.cells
    const head = cell && heads?.[cells.indexOf(cell)]
    return [
      dialog && `${dialog.getAttribute('role')} “${text(title)}”`,
      row && !row.closest('thead') && `row “${text(row.querySelector('[role=rowheader], th[scope=row]'))}”`,
      head && head !== cell && text(head) !== '' && `column “${text(head)}”`,
    ].filter(Boolean)
  })
  const { result } = await tree.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const objectId = result.objectId
  if (!objectId) return '[nothing]'
  const { nodes } = nodesSchema.parse(
    await tree.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false }),
  )
  const [node] = nodes
  const say = (value: { value?: unknown } | undefined) =>
    String(value?.value ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim()
  const states = STATES.flatMap(state => {
    const value = say(node?.properties.find(({ name }) => name === state)?.value)
    if (value === '' || value === 'false')
      return state === 'checked' && value === 'false' ? ['not checked'] : []
    return [value === 'true' ? state : `${state}: ${value}`]
  })
  return [
    around.length > 0 && `[${around.join(', ')}]`,
    `${say(node?.role)} “${say(node?.name)}”`,
    say(node?.value) && `= “${say(node?.value)}”`,
    states.length > 0 && `(${states.join(', ')})`,
    say(node?.description) && `– ${say(node?.description)}`,
  ]
    .filter(Boolean)
    .join(' ')
}
