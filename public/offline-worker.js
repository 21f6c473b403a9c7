// Replaces the service worker that earlier versions registered at this address, and removes itself.
addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(registration.unregister()))
