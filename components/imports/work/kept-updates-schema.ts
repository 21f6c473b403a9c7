import { z } from 'zod/mini'

/** By import: the lines whose changes are to be made. */
export const keptUpdatesSchema = z.record(z.string(), z.array(z.int()))
