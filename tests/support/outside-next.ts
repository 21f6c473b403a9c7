import { registerHooks } from 'node:module'

/**
 * Does what Next's bundler does for its own packages and Node does not. `next/headers` is a file without its extension,
 * and next-auth and its providers are CommonJS whose default export must be unwrapped. With these hooks, the route
 * handlers run in a plain Node process.
 */
registerHooks({
  resolve(specifier, context, next) {
    return next(/^next\/[\w-]+$/.test(specifier) ? `${specifier}.js` : specifier, context)
  },
  load(url, context, next) {
    const isWrapped = url.includes('?') || !/\/next-auth\/(?:index|providers\/\w+)\.js$/.test(url)
    if (isWrapped) return next(url, context)
    const source = `import wrapped from ${JSON.stringify(`${url}?wrapped`)}; export default wrapped.default`
    return { format: 'module', source, shortCircuit: true }
  },
})
