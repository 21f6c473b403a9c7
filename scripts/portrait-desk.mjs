#!/usr/bin/env node
/**
 * `portrait-desk COMMAND …` of a checkout: installs missing packages, builds the desk before a start, and becomes the
 * command.
 */
import { become, ensureBuilt, ensureInstalled, heedSignals } from './setup.mjs'

const isStart = process.argv[2] === 'start'
heedSignals()
await ensureInstalled()
if (isStart) await ensureBuilt()
become(
  // The launcher has little work, and none is urgent.
  [
    ...(isStart ? ['--max-semi-space-size=1'] : []),
    '--conditions=react-server',
    'scripts/cli/portrait-desk.ts',
    ...process.argv.slice(2),
  ],
  isStart ? { NODE_ENV: 'production' } : {},
)
