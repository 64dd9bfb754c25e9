import './style/base.css';
import './style/wood.css';
import './style/controls.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { make_context, start_context } from './lib/context';

const context = make_context();
start_context(context);
const target = document.getElementById('app');
if (target) mount(App, { target, props: { context } });
