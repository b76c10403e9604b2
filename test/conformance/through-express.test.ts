import { chooseAdapter } from './adapters.js';
import './bodies.test.js';
import './practice-api.test.js';
import './refusals.test.js';
import './styles.test.js';

chooseAdapter('express');
