/** `portrait-desk start`, for supervisors that name this file. */
process.argv.splice(2, 0, 'start')
await import('./portrait-desk.mjs')
