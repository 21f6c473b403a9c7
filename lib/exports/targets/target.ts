/**
 * A system that receives portraits, and what it wants. An operator's own targets are written in the same words.
 * See docs/decisions/019-receiving-systems-are-data.md.
 */
import { z } from 'zod'
import { namingSchema } from '#lib/exports/naming/naming.ts'
import { renderingSchema } from '#lib/exports/render/rendering.ts'
import { PHOTO_VARIANTS } from '#lib/portrait-api/contract.ts'
import { manifestsSchema } from './manifest.ts'
import { OVERRIDES, TARGET_KINDS } from './words.ts'

const RENDITIONS_MAX = 4

/** Which characters its file names may hold; `plain` is letters, digits, dot, hyphen and underscore. */
const CHARACTERS = ['any', 'ascii', 'plain'] as const

const localized = z.strictObject({ de: z.string().min(1), en: z.string().min(1) })

export const targetSchema = z.strictObject({
  id: z
    .string()
    .max(60)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case words with hyphens'),
  name: localized,
  /** What else people look for when they mean it, such as "intranet"; it is searched and not shown. */
  search_words: localized.optional(),
  /** A system, or files named in a certain way for whoever files them by hand. */
  kind: z.enum(TARGET_KINDS).default('system'),
  /** In two sentences, for HR: how the archive gets there. */
  how: localized,
  /** For whoever loads the archive, in its own file of instructions; without it that file says `how`. */
  instructions: localized.optional(),
  /** Its files are put where others than HR see the folder: nothing in the archive may tell more than the photos do. */
  published: z.boolean().default(false),
  naming: namingSchema,
  characters: z.enum(CHARACTERS).default('any'),
  /** The system reads no folders inside the archive. */
  flat: z.boolean().default(true),
  variant: z.enum(PHOTO_VARIANTS).default('standard'),
  /** One file a person and rendition; none means the service's own bytes. */
  renditions: z
    .array(
      z.strictObject({
        /** Stands between name and extension, such as `-960`. */
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
  /** Of one archive; what is more goes into further parts. */
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

/** A built-in target, checked by the schema that checks an operator's. */
export function defineTarget(target: TargetInput): Target {
  return targetSchema.parse(target)
}
