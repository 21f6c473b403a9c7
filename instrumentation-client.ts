/**
 * Runs in the browser before everything else. The desk's policy forbids `eval`; zod would try whether it may use it,
 * and each try is a violation in the console and in reports.
 */
import { config } from 'zod/mini'

config({ jitless: true })
