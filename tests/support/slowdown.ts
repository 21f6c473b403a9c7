/** How many times slower than the machine the tested pages run, as Chromium emulates it: finds tests that depend on speed. */
export const BROWSER_SLOWDOWN = Number(process.env.BROWSER_SLOWDOWN ?? 1)
