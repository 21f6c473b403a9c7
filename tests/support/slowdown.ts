/** Factor by which Chromium slows the tested pages down. It finds tests that depend on speed. */
export const BROWSER_SLOWDOWN = Number(process.env.BROWSER_SLOWDOWN ?? 1)
