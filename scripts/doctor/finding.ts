import { escapeInvisible } from '#lib/text/invisible.ts'

/** One line of the doctor: the finding, and what to do about it, if anything. */
export type Finding = { about: string; found: string; todo?: string | undefined }

const ABOUT_WIDTH = 13

/** Foreign text (a certificate, a path) may contain control sequences of a terminal. */
export function toLine({ about, found, todo }: Finding): string {
  const line = `${about.padEnd(ABOUT_WIDTH)} ${found} · ${todo === undefined ? 'ok' : `attention: ${todo}`}`
  return escapeInvisible(line.replaceAll(/\s+$/g, '').replaceAll('\n', ' '))
}
