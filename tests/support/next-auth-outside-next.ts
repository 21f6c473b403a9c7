import { registerHooks } from 'node:module'

/**
 * next-auth's providers are CommonJS whose default export Next's bundler unwraps and Node does not. With this hook the
 * route handlers run in a plain Node process.
 */
registerHooks({
  load(url, context, next) {
    const isWrapped = url.includes('?') || !/\/next-auth\/providers\/\w+\.js$/.test(url)
    if (isWrapped) return next(url, context)
    const source = `import wrapped from ${JSON.stringify(`${url}?wrapped`)}; export default wrapped.default`
    return { format: 'module', source, shortCircuit: true }
  },
})
