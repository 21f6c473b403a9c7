import { escapeInvisible } from '#lib/text/invisible.ts'

/** One line of the doctor: what was found, and what to do about it, if anything. */
export type Finding = { about: string; found: string; todo?: string | undefined }

const ABOUT_WIDTH = 13

/** What comes from others (a certificate, a path) may hold what a terminal would obey. */
export function toLine({ about, found, todo }: Finding): string {
  const line = `${about.padEnd(ABOUT_WIDTH)} ${found} · ${todo === undefined ? 'ok' : `attention: ${todo}`}`
  return escapeInvisible(line.replaceAll(/\s+$/g, '').replaceAll('\n', ' '))
}
