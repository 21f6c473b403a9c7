/** What a browser may know about the signed-in person and the connection. The key is never part of it. */
import { z } from 'zod'

export const ROLES = ['viewer', 'editor', 'admin'] as const

export const API_KEY_MAX = 512

/** Why a key that the desk has does not serve any more: what brings a connected person back to /connect. */
export const CONNECT_REASONS = ['key_rejected', 'no_api_access'] as const

/** Body of `PUT /api/connection`. A key is one printable word; the service defines no shape beyond that. */
export const connectionInputSchema = z.strictObject({
  key: z
    .string()
    .trim()
    .min(8)
    .max(API_KEY_MAX)
    .regex(/^[\x21-\x7e]+$/),
})

/** `by`: `operator` when `PORTRAIT_API_KEY` is set, `practice` in practice mode, `person` when entered on /connect. */
export const connectionSchema = z.object({
  connected: z.boolean(),
  by: z.enum(['operator', 'practice', 'person']).nullable(),
  /** Set by `PUT` only: how many projects the key can see. */
  projects: z.int().nonnegative().optional(),
})

export const connectionAnswer = z.object({ data: connectionSchema })

export type Role = (typeof ROLES)[number]
export type ConnectReason = (typeof CONNECT_REASONS)[number]
export type User = { id: string; email: string; role: Role }
export type Connection = z.infer<typeof connectionSchema>
