// Each plugin has the type that its bundler expects.

import type { Configuration as RspackConfiguration } from '@rspack/core';
import type { BuildOptions } from 'esbuild';
import lacunaEsbuild from 'lacuna/esbuild';
import lacunaRolldown from 'lacuna/rolldown';
import lacunaRollup from 'lacuna/rollup';
import lacunaRspack from 'lacuna/rspack';
import lacunaWebpack from 'lacuna/webpack';
import type { RolldownOptions } from 'rolldown';
import type { RollupOptions } from 'rollup';
import type { Configuration } from 'webpack';

export const webpack: Configuration = { plugins: [lacunaWebpack({ folder: '.' })] };
export const rspack: RspackConfiguration = { plugins: [lacunaRspack()] };
export const rollup: RollupOptions = { plugins: [lacunaRollup({ names: ['orders'] })] };
export const rolldown: RolldownOptions = { plugins: [lacunaRolldown({ config: 'lacuna.config.mjs' })] };
export const esbuild: BuildOptions = { plugins: [lacunaEsbuild()] };
