'use client'

import { z } from 'zod/mini'
import { IMPORT_FIELDS } from '#lib/contracts/import-rows.ts'
import { NAME_ORDERS, type RememberedMapping } from '#lib/imports/map/mapping.ts'

const rememberedSchema = z.object({
  columns: z.partialRecord(z.enum(IMPORT_FIELDS), z.string()),
  full_name: z.optional(z.object({ header: z.string(), order: z.enum(NAME_ORDERS) })),
})

/** Which columns this browser's lists for a project had last time: words of headers, nothing about anybody. */
export function getRememberedMapping(projectId: number): RememberedMapping | undefined {
  try {
    return rememberedSchema.parse(JSON.parse(localStorage.getItem(toKey(projectId)) ?? ''))
  } catch {
    return undefined
  }
}

export function saveRememberedMapping(projectId: number, mapping: RememberedMapping): void {
  try {
    localStorage.setItem(toKey(projectId), JSON.stringify(mapping))
  } catch {
    // A browser that keeps nothing only remembers nothing.
  }
}

function toKey(projectId: number): string {
  return `portrait-desk:import-columns:${projectId}`
}
