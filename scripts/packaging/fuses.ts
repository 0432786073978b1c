import { type FuseConfig, FuseV1Options, FuseVersion } from '@electron/fuses'

/**
 * Switches in the executable that can't be changed when starting it. Features of Electron that the app doesn't need are
 * off.
 */
export const fuses = {
  version: FuseVersion.V1,
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
} as const satisfies FuseConfig
