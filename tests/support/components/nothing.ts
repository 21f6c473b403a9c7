/** In the place of `server-only`: what is drawn here is a browser's alone. */
export {}
