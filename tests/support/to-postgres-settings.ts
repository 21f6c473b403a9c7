/** The database settings for the URL of a test's database, without a settings file. */
export function toPostgresSettings(url: string) {
  const { username, pathname, searchParams } = new URL(url)
  return {
    connection: {
      host: searchParams.get('host') ?? '',
      port: 5432,
      user: username,
      password: '',
      database: pathname.slice(1),
    },
    ...({ ssl: false, options: '', poolMax: 5, statementMs: 30_000, lockMs: 10_000 } as const),
  }
}
