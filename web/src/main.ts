import './style/base.css';
import './style/wood.css';
import './style/controls.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { Connection } from './lib/connection.svelte';
import { make_context, start_context } from './lib/context';
import { site, type Site } from './lib/site';

function to_server(): Connection {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    return new Connection(() => new WebSocket(`${scheme}//${location.host}/api`));
}

async function to_engine(site: Site): Promise<Connection> {
    const { EngineSocket, work_offline } = await import('./engine/socket');
    void work_offline();
    // A long thought is no silence: nothing else runs in its worker meanwhile.
    return new Connection(() => new EngineSocket(site), 60_000);
}

const context = make_context(site ? await to_engine(site) : to_server());
start_context(context);
const target = document.getElementById('app');
if (target) mount(App, { target, props: { context } });
