/** The usage of each command, printed as help and after unknown arguments. */
export const USAGE = {
  start: 'Usage: portrait-desk start',
  account:
    'Usage: portrait-desk account add|role|disable|enable|reset-link|list [NAME@HOST] [--role admin|editor|viewer]',
  backup: 'Usage: portrait-desk backup FILE',
  store:
    'Usage: portrait-desk store copy --from sqlite --to postgres://…\n       portrait-desk store copy --from postgres://… --to sqlite\n"postgres" is the one of DATABASE_URL.',
  restore: 'Usage: portrait-desk restore FILE [--without-key]',
  doctor: 'Usage: portrait-desk doctor [--mail NAME@HOST]\nWith --mail a test mail is sent to this address.',
  person:
    'Usage: portrait-desk person show|forget NAME@HOST|NUMBER|--id ID [--project ID] [--yes]\nAbout employees. For users of the desk: portrait-desk account.',
  photos: 'Usage: portrait-desk photos wipe',
  healthcheck: 'Usage: portrait-desk healthcheck',
  sandbox: 'Usage: portrait-desk sandbox',
}
