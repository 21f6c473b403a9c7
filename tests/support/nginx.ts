import { onTestFinished } from 'vitest'
import { freePort, type Nginx, runNginx, type shippedConfig } from './nginx-program.ts'
import { createTempFolder } from './temp-folder.ts'

export {
  configBelow,
  configForTwo,
  defaultConfig,
  freePort,
  hurriedConfig,
  NGINX,
  shippedConfig,
} from './nginx-program.ts'

/** A real nginx with this configuration, for one test. */
export async function startNginx(toConfig: typeof shippedConfig, desk: string): Promise<Nginx> {
  const nginx = await runNginx(toConfig, { folder: createTempFolder(), desk, port: await freePort() })
  onTestFinished(nginx.stop)
  return nginx
}
