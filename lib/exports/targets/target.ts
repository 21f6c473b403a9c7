/**
 * A system that receives portraits, and its requirements. An operator's own targets use the same schema.
 * See docs/decisions/019-receiving-systems-are-data.md.
 */
import { z } from 'zod'
import { namingSchema } from '#lib/exports/naming/naming.ts'
import { renderingSchema } from '#lib/exports/render/rendering.ts'
import { PHOTO_VARIANTS } from '#lib/portrait-api/contract.ts'
import { manifestsSchema } from './manifest.ts'
import { OVERRIDES, TARGET_KINDS } from './words.ts'

const RENDITIONS_MAX = 4

/** Characters allowed in its file names; `plain` is letters, digits, dot, hyphen and underscore. */
const CHARACTERS = ['any', 'ascii', 'plain'] as const

const localized = z.strictObject({ de: z.string().min(1), en: z.string().min(1) })

export const targetSchema = z.strictObject({
  id: z
    .string()
    .max(60)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case words with hyphens'),
  name: localized,
  /** Other search words for this target, such as "intranet"; they are searched but not shown. */
  search_words: localized.optional(),
  /** A system, or files named in a certain way for manual filing. */
  kind: z.enum(TARGET_KINDS).default('system'),
  /** Explains to HR in two sentences how to load the archive. */
  how: localized,
  /** Instructions for the person who loads the archive, in a file of their own; by default that file contains `how`. */
  instructions: localized.optional(),
  /** The files go to a folder that others than HR can see, so the archive must reveal nothing beyond the photos. */
  published: z.boolean().default(false),
  naming: namingSchema,
  characters: z.enum(CHARACTERS).default('any'),
  /** True when the system does not read folders inside the archive. */
  flat: z.boolean().default(true),
  variant: z.enum(PHOTO_VARIANTS).default('standard'),
  /** One file per employee and rendition; none means the service's own bytes. */
  renditions: z
    .array(
      z.strictObject({
        /** Inserted between name and extension, such as `-960`. */
        suffix: z
          .string()
          .regex(/^[A-Za-z0-9_-]{0,20}$/, 'must be at most 20 letters, digits, hyphens')
          .default(''),
        rendering: renderingSchema,
      }),
    )
    .max(RENDITIONS_MAX)
    .refine(hasDistinctSuffixes, 'must have different suffixes')
    .default([]),
  overrides: z.array(z.enum(OVERRIDES)).default(['naming']),
  manifests: manifestsSchema.default([]),
  /** Limits of one archive; the excess goes into further parts. */
  limits: z
    .strictObject({
      photos: z.int().positive().nullable().default(null),
      bytes: z.int().min(1_000_000).nullable().default(null),
    })
    .default({ photos: null, bytes: null }),
})

export type Target = z.infer<typeof targetSchema>
export type TargetInput = z.input<typeof targetSchema>
export type TargetLimits = Target['limits']
export type Characters = Target['characters']

function hasDistinctSuffixes(renditions: { suffix: string }[]): boolean {
  return new Set(renditions.map(({ suffix }) => suffix.toLowerCase())).size === renditions.length
}

/** Checks a built-in target with the schema of the operator's targets. */
export function defineTarget(target: TargetInput): Target {
  return targetSchema.parse(target)
}
