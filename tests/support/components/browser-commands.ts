/** Real keys and a real mouse, which a test inside the page cannot use. Runs in Node. */
import type { BrowserCommand, BrowserCommandContext } from 'vitest/node'
import { BROWSER_SLOWDOWN } from '../slowdown.ts'

type Place = { x: number; y: number }

/** Presses keys one after another, in Playwright's words: `Control+A`, `Shift+Tab`, `ArrowDown`. */
const press: BrowserCommand<[...keys: string[]]> = async (context, ...keys) => {
  await focusFrame(context)
  for (const key of keys) await context.page.keyboard.press(key)
}

/** Types into the focused element. */
const type: BrowserCommand<[text: string]> = async (context, text) => {
  await focusFrame(context)
  await context.page.keyboard.type(text)
}

const keyDown: BrowserCommand<[key: string]> = ({ page }, key) => page.keyboard.down(key)
const keyUp: BrowserCommand<[key: string]> = ({ page }, key) => page.keyboard.up(key)

/** Moves the mouse to a point of the tested page and clicks there. */
const clickAt: BrowserCommand<[place: Place]> = async (context, place) => {
  const { x, y } = await toPlace(context, place)
  await context.page.mouse.click(x, y)
}

const moveMouse: BrowserCommand<[place: Place]> = async (context, place) => {
  const { x, y } = await toPlace(context, place)
  await context.page.mouse.move(x, y)
}

const wheel: BrowserCommand<[distance: number]> = ({ page }, distance) => page.mouse.wheel(0, distance)

type Media = {
  colorScheme?: 'light' | 'dark' | null
  forcedColors?: 'active' | 'none' | null
  reducedMotion?: 'reduce' | 'no-preference' | null
}
const emulateMedia: BrowserCommand<[media: Media]> = ({ page }, media) => page.emulateMedia(media)

const allowClipboard: BrowserCommand<[]> = ({ context }) =>
  context.grantPermissions(['clipboard-read', 'clipboard-write'])

/** Slows the processor of this page down by `BROWSER_SLOWDOWN`, if that is set. */
const slowDown: BrowserCommand<[]> = async ({ page, context }) => {
  if (BROWSER_SLOWDOWN === 1) return
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: BROWSER_SLOWDOWN })
}

export const browserCommands = {
  press,
  type,
  keyDown,
  keyUp,
  clickAt,
  moveMouse,
  wheel,
  emulateMedia,
  allowClipboard,
  slowDown,
}

type Commands = typeof browserCommands

declare module 'vitest/internal/browser' {
  interface BrowserCommands extends AsCalled {}
}

type AsCalled = {
  [Name in keyof Commands]: Commands[Name] extends BrowserCommand<infer Args>
    ? (...args: Args) => Promise<void>
    : never
}

async function focusFrame({ iframe }: BrowserCommandContext): Promise<void> {
  await iframe.locator('html').evaluate(() => window.focus())
}

/** The tested page is a frame of the page that drives it. */
async function toPlace({ iframe }: BrowserCommandContext, { x, y }: Place): Promise<Place> {
  const frame = await iframe.owner().boundingBox()
  return { x: x + (frame?.x ?? 0), y: y + (frame?.y ?? 0) }
}
