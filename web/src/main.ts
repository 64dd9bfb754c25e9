import './style/base.css';
import './style/wood.css';
import './style/controls.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { make_context, start_context } from './lib/context';
import { language_of, speak } from './text/language';

const context = make_context();
start_context(context);
const target = document.getElementById('app');
const show = () => target && mount(App, { target, props: { context } });
// English is there if the language cannot be loaded.
speak(language_of(context.settings.language, navigator.languages)).then(show, show);
